import type { X509Certificate } from '../../platform/crypto.ts';
import { judgeApart } from './judge-apart.ts';
import { element, resultCard, spoken } from './show-result.ts';
import type { BuiltInTrust, TrustedCertificate } from './trust.ts';
import { readCertificates, trustedCertificate } from './trust.ts';
import { asked, WORDS } from './words.ts';

function part(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return found;
}

const [main, results, trusted] = ['main', 'results', 'trusted'].map(part) as [
  HTMLElement,
  HTMLElement,
  HTMLElement,
];
const builtIn: BuiltInTrust = JSON.parse(part('trust').textContent ?? '');
let roots: readonly X509Certificate[] = [];
let services: readonly X509Certificate[] = [];
let given: readonly File[] = [];
/** Ends a run when the next one begins. */
let run = new AbortController();

type Kind = 'builtIn' | 'chosenRoot' | 'chosenService';

function trustItem(kind: Kind, { name, sha256 }: TrustedCertificate): HTMLElement {
  const how = element('span', { class: 'how' }, ...spoken(WORDS[kind]));
  const digits = element('code', {}, `SHA-256 ${sha256}`);
  return element('li', { class: 'trusted' }, element('strong', {}, name), ' ', how, digits);
}

function showTrust(): void {
  const seals = builtIn.seals.map(({ keySha256 }) =>
    element(
      'li',
      {},
      element('strong', {}, ...spoken(WORDS.sealKey)),
      ' ',
      element('code', {}, `SHA-256 ${keySha256}`),
    ),
  );
  const isNobody = builtIn.roots.length + roots.length === 0;
  trusted.replaceChildren(
    ...builtIn.roots.map((one) => trustItem('builtIn', one)),
    ...seals,
    ...roots.map((one) => trustItem('chosenRoot', trustedCertificate(one))),
    ...services.map((one) => trustItem('chosenService', trustedCertificate(one))),
    ...(isNobody ? [element('li', { class: 'nobody' }, ...spoken(WORDS.noRoot))] : []),
  );
}

async function judge(): Promise<void> {
  if (given.length === 0) return;
  run.abort();
  run = new AbortController();
  const { signal } = run;
  main.dataset.state = 'checking';
  results.replaceChildren(
    element('p', { class: 'card', role: 'status' }, ...spoken(WORDS.checking)),
  );
  const files = await Promise.all(
    given.map(async (file) => ({
      name: file.name,
      bytes: new Uint8Array(await file.arrayBuffer()),
    })),
  );
  const judged = await judgeApart(files, builtIn, { roots, services, signal }).catch((error) => {
    if (!signal.aborted) throw error;
  });
  if (!judged || signal.aborted) return;
  results.replaceChildren(...judged.map(resultCard));
  main.dataset.state = 'done';
}

/** `input` chooses certificates, which replace those chosen in it before. */
async function readChosen(input: HTMLInputElement): Promise<readonly X509Certificate[]> {
  const note = part('unreadable');
  note.replaceChildren();
  const found: X509Certificate[] = [];
  for (const file of input.files ?? []) {
    try {
      found.push(...readCertificates(Buffer.from(await file.arrayBuffer())));
    } catch {
      note.append(element('p', {}, `${file.name} `, ...spoken(WORDS.noCertificate)));
    }
  }
  return found;
}

function onChoice(id: string, choose: (input: HTMLInputElement) => Promise<void>): void {
  part(id).addEventListener('change', ({ currentTarget }) => {
    if (currentTarget instanceof HTMLInputElement) void choose(currentTarget);
  });
}

onChoice('files', async ({ files }) => {
  given = [...(files ?? [])];
  await judge();
});
onChoice('roots', async (input) => {
  roots = await readChosen(input);
  showTrust();
  await judge();
});
onChoice('services', async (input) => {
  services = await readChosen(input);
  showTrust();
  await judge();
});

document.addEventListener('dragover', (event) => {
  event.preventDefault();
  main.dataset.drop = '';
});
document.addEventListener('dragleave', () => delete main.dataset.drop);
document.addEventListener('drop', (event) => {
  event.preventDefault();
  delete main.dataset.drop;
  given = [...(event.dataTransfer?.files ?? [])];
  void judge();
});

for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-language]')) {
  button.addEventListener('click', () => {
    document.documentElement.lang = button.dataset.language ?? 'en';
  });
}
if (navigator.language.startsWith('hi')) document.documentElement.lang = 'hi';
part('service').textContent = builtIn.service ?? '';
main.dataset.service = String(builtIn.service !== null);
/** A certificate's code leads here with its numbers, which name the files to choose. */
function showAsked(): void {
  const named = new URLSearchParams(location.hash.slice(1));
  const [document, certificate] = ['document', 'certificate'].map((key) => named.get(key) ?? '');
  if (![document, certificate].every((id) => /^[\w-]{1,80}$/.test(id ?? ''))) return;
  part('asked').replaceChildren(...spoken(asked(document ?? '', certificate ?? '')));
  part('asked').hidden = false;
}

showTrust();
showAsked();
main.dataset.state = 'ready';
