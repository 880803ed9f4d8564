/** The package's own types describe an ES module, which it is not. */
declare module '@indic-transliteration/sanscript' {
  const Sanscript: {
    /** Transliterates text from one scheme to another. */
    t(text: string, from: string, to: string): string;
  };
  export default Sanscript;
}
