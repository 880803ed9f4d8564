import { styleText } from 'node:util';

type Style = 'blue' | 'bold' | 'cyan' | 'dim' | 'green' | 'red' | 'yellow';

/** Styles of terminal text, by name. */
export type Paint = Readonly<Record<Style, (text: string) => string>>;

/** Colours, or with `isOn` false the text as it is. Node's own: a colour library costs each start 4 ms. */
export function paintOf(isOn: boolean): Paint {
  const style = (name: Style) => (text: string) =>
    isOn ? styleText(name, text, { validateStream: false }) : text;
  return {
    blue: style('blue'),
    bold: style('bold'),
    cyan: style('cyan'),
    dim: style('dim'),
    green: style('green'),
    red: style('red'),
    yellow: style('yellow'),
  };
}
