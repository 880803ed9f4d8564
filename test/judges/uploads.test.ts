import { execFile } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { aPdf } from '../support/pdf/a-pdf.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { startTestSandbox } from '../support/sandbox/a-sandbox.ts';

const run = promisify(execFile);

const { sandbox, close } = await startTestSandbox();
const folder = await mkdtemp(join(tmpdir(), 'esign-uploads-'));
afterAll(async () => {
  await close();
  await removeFolder(folder);
});

const url = `${sandbox.baseUrl}/api/v1/documents`;
const pdf = join(folder, 'lease.pdf');
const bare = join(folder, 'lease');
await writeFile(pdf, aPdf());
await writeFile(bare, aPdf());

/** What another program prints; it finds address, key and file in its environment. */
async function said(file: string, command: string, ...args: readonly string[]): Promise<string> {
  const env = { ...process.env, API_URL: url, API_KEY: sandbox.apiKey, FILE: file };
  return (await run(command, [...args], { env, cwd: folder })).stdout;
}

const KEY = ['-s', '-H', `Authorization: Bearer ${sandbox.apiKey}`];

test.each([
  ['its own guess of the type', `file=@${pdf}`, 'lease.pdf'],
  ['a name without an extension', `file=@${bare}`, 'lease'],
  ['an unspecific type', `file=@${pdf};type=application/octet-stream`, 'lease.pdf'],
])('curl uploads with %s', async (_what, field, name) => {
  const answer = JSON.parse(await said(pdf, 'curl', ...KEY, '-F', field, url));
  expect(answer).toMatchObject({ name, status: 'PENDING' });
});

test('a file that curl declares as text is refused, and the reason says so', async () => {
  const answer = JSON.parse(
    await said(pdf, 'curl', ...KEY, '-F', `file=@${pdf};type=text/plain`, url),
  );
  expect(answer).toEqual({
    error: 'invalid_file',
    message: expect.stringContaining('The file was sent as text/plain'),
  });
});

const PYTHON = (send: string): string => `
import os
url, path = os.environ['API_URL'], os.environ['FILE']
headers = {'Authorization': 'Bearer ' + os.environ['API_KEY']}
${send}`;

const REQUESTS = `
import requests
print(requests.post(url, headers=headers, files={'file': open(path, 'rb')}).text)`;

const httpx = (file: string): string => `
import httpx
print(httpx.post(url, headers=headers, files={'file': ${file}}, timeout=60).text)`;

const URLLIB = `
import urllib.request
head = b'--b1\\r\\nContent-Disposition: form-data; name="file"; filename="lease.pdf"\\r\\n\\r\\n'
body = head + open(path, 'rb').read() + b'\\r\\n--b1--\\r\\n'
headers['Content-Type'] = 'multipart/form-data; boundary=b1'
print(urllib.request.urlopen(urllib.request.Request(url, body, headers)).read().decode())`;

test.each([
  ['requests', REQUESTS],
  ['httpx, given an open file', httpx("open(path, 'rb')")],
  ['httpx, given bytes', httpx("open(path, 'rb').read()")],
  ['urllib', URLLIB],
])('Python uploads with %s', async (_what, send) => {
  const answer = JSON.parse(await said(bare, '/usr/bin/python3', '-c', PYTHON(send)));
  expect(answer.status).toBe('PENDING');
});

const PHP = `
$call = curl_init(getenv('API_URL'));
curl_setopt_array($call, [
  CURLOPT_RETURNTRANSFER => true,
  CURLOPT_HTTPHEADER => ['Authorization: Bearer ' . getenv('API_KEY')],
  CURLOPT_POSTFIELDS => ['file' => new CURLFile(getenv('FILE'))],
]);
echo curl_exec($call);`;

test('PHP uploads with its curl extension', async () => {
  expect(JSON.parse(await said(pdf, 'php', '-r', PHP)).status).toBe('PENDING');
});

test('Node uploads with fetch and a blob without a type', async () => {
  const body = new FormData();
  body.set('file', new Blob([await readFile(pdf)]), 'lease.pdf');
  const headers = { authorization: `Bearer ${sandbox.apiKey}` };
  const answer = await fetch(url, { method: 'POST', headers, body });
  expect(await answer.json()).toMatchObject({ name: 'lease.pdf', status: 'PENDING' });
});

const JAVA = `
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.*;
import java.nio.file.*;

public class Upload {
  public static void main(String[] args) throws Exception {
    var body = new ByteArrayOutputStream();
    var disposition = "Content-Disposition: form-data; name=\\"file\\"; filename=\\"lease.pdf\\"";
    body.write(("--b1\\r\\n" + disposition + "\\r\\n\\r\\n").getBytes());
    body.write(Files.readAllBytes(Path.of(System.getenv("FILE"))));
    body.write("\\r\\n--b1--\\r\\n".getBytes());
    var request = HttpRequest.newBuilder(URI.create(System.getenv("API_URL")))
      .header("Authorization", "Bearer " + System.getenv("API_KEY"))
      .header("Content-Type", "multipart/form-data; boundary=b1")
      .POST(HttpRequest.BodyPublishers.ofByteArray(body.toByteArray())).build();
    var answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    System.out.println(answer.body());
  }
}`;

test('Java uploads with its HttpClient', async () => {
  const source = join(folder, 'Upload.java');
  await writeFile(source, JAVA);
  expect(JSON.parse(await said(pdf, 'java', source)).status).toBe('PENDING');
});
