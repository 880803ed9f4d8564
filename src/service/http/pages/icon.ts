/** The service's mark: a stroke of a pen over a line. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="8" fill="#2447c5"/>
<path d="M6 21c3-9 6-12 7.5-11s-3 9-1.5 10 3.5-6 5.5-6-.5 4.5 1 5 2.5-2 4-2 1.5 1.5 3.5 1" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/>
<path d="M7 26h18" stroke="#fff" stroke-opacity=".55" stroke-width="1.6" stroke-linecap="round"/>
</svg>
`;
