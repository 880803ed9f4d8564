import { expect, test } from 'vitest';
import { TRICKS, withTrick } from '../../support/pdf/forged-sections.ts';
import { two, verdictOn } from '../../support/pdf/signed-states.ts';

const ids = [...two.toString('latin1').matchAll(/\n(\d+) 0 obj/g)].map(([, id]) => Number(id));
const objects = [...new Set(ids)];

test('no object of a signed document can be exchanged by an update that programs read differently', async () => {
  const forgeries = TRICKS.flatMap(([style, name, trick]) =>
    objects.map((id) => ({ name: `${name}, ${style}, object ${id}`, id, style, trick })),
  );
  expect(forgeries.length).toBeGreaterThan(500);
  for (const { name, id, style, trick } of forgeries) {
    const file = withTrick(
      two,
      { id, body: '<< /Type /Page /MediaBox [0 0 9 9] >>' },
      { style, trick },
    );
    expect(await verdictOn(file), name).toMatch(
      /^(?:CHANGED|UNREADABLE|INVALID|UNSUPPORTED|NOT_SIGNED)/,
    );
  }
}, 600_000);
