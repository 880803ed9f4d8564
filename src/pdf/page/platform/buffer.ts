/** The build gives this to code that names `Buffer`, which browsers lack. */
export { Buffer } from 'buffer/';
