import { expect, test } from 'vitest';
import { loadConfig } from '../../../../src/service/operations/config/load-config.ts';
import { writeConfig } from '../../../support/deployment/a-config.ts';
import { aFolder } from '../../../support/service/an-authority.ts';

const load = async (line: string) =>
  loadConfig({ env: {}, path: await writeConfig(await aFolder(), (text) => `${line}\n${text}`) });

test('a process does everything, or what its roles say', async () => {
  expect((await load('')).config.roles).toEqual(['web', 'delivery', 'housekeeping']);
  expect((await load('roles = ["delivery"]')).config.roles).toEqual(['delivery']);
});

test.each(['["worker"]', '["web", "worker"]', '[]', '"web"', '["web", "web"]'])(
  'roles = %s is refused, with all that there are',
  async (given) => {
    await expect(load(`roles = ${given}`)).rejects.toMatchObject({
      problems: [
        {
          setting: 'roles',
          message: expect.stringMatching(
            /^roles must be a list of one or more of web, delivery, housekeeping, none twice/,
          ),
          hint: expect.stringContaining('write roles = ["web", "delivery", "housekeeping"]'),
        },
      ],
    });
  },
);
