cat > send.ts <<'END'
import { setTimeout as pause } from 'node:timers/promises';
import { EsignClient } from 'esign-sdk';

const client = new EsignClient();
const name = 'Lease in TypeScript';
const { documentId } = await client.documents.create('contract.pdf', { name });
await client.documents.addSigners(documentId, [
  { name: 'Asha Rao', email: 'asha@example.in', phone: '9876543210' },
  { name: 'Ravi Kumar', email: 'ravi@example.in', phone: '9876501234' },
]);
await client.documents.send(documentId);
console.log(documentId);
while ((await client.documents.retrieve(documentId)).status !== 'COMPLETED') await pause(500);
await (await client.documents.download(documentId)).toFile('signed.pdf');
await (await client.documents.certificate(documentId)).toFile('certificate.pdf');
END
echo '{"type": "module"}' > package.json
node_modules/tsx/dist/cli.mjs send.ts > id &
until [ -s id ]; do sleep 0.2; done
esign sandbox sign "$(cat id)" --all
wait $!
