/** The package's own types describe an ES module, which it is not. */
declare module '@indic-transliteration/sanscript' {
  const Sanscript: {
    t(text: string, from: string, to: string): string;
  };
  export default Sanscript;
}
