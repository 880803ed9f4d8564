import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from '../../../../src/service/adapters/files/connect-bucket.ts';

test('notices of the storage library stay out of the log', async () => {
  const warned: string[] = [];
  const note = ({ message }: Error) => void warned.push(message);
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));
  const keys = { accessKeyId: 'TEST', secretAccessKey: 'TEST' };
  const { client } = connect({ ...keys, bucket: 'test', region: 'ap-south-1', spool: '/nowhere' });
  await sleep(10);
  client.destroy();
  expect(warned.filter((message) => message.includes('AWS'))).toEqual([]);
});
