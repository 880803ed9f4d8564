mkdir -p test bin
cat > test/contract.test.mjs <<'END'
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EsignClient } from 'esign-sdk';

test('a contract is sent in the sandbox of the job', async () => {
  assert.notEqual(process.env.ESIGN_BASE_URL, process.env.OTHER_SANDBOX);
  const client = new EsignClient();
  const { documentId } = await client.documents.create('contract.pdf');
  await client.documents.addSigners(documentId, [
    { name: 'Asha Rao', email: 'asha@example.in', phone: '9876543210' },
  ]);
  const { status } = await client.documents.send(documentId);
  assert.equal(status, 'SENT');
});
END
mkdir -p node_modules/.bin && ln -s "$(command -v esign)" node_modules/.bin/esign
