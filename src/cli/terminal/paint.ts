import { styleText } from 'node:util';

type Style = 'blue' | 'bold' | 'cyan' | 'dim' | 'green' | 'red' | 'yellow';

export type Paint = Readonly<Record<Style, (text: string) => string>>;

/** Unstyled unless `isOn`. Uses Node's styles: a colour library costs each start 4 ms. */
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
