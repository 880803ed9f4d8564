import type { Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import { serveTcp } from './local-tcp.ts';

/** What a mail server does otherwise than accept. */
export interface SmtpScript {
  /** Replies by verb, or `GREETING` or `MESSAGE`; a list is replied once each, then the usual ones. An empty one cuts the connection. */
  readonly replies?: Readonly<Record<string, string | string[]>>;
  /** Verbs that are never answered. */
  readonly silentAt?: string;
  /** A verb after whose reply the connection is closed. */
  readonly endsAfter?: string;
  /** Waited for before the reply to a message. */
  readonly beforeMessage?: () => Promise<unknown>;
  /** Offers STARTTLS with this identity, or speaks TLS from the first byte. */
  readonly tls?: {
    readonly certificate: string;
    readonly privateKey: string;
    readonly implicit?: boolean;
  };
}

/** A mail as the server took it. */
interface TakenMail {
  readonly envelopeFrom: string;
  readonly envelopeTo: string;
  readonly source: string;
  readonly isSecure: boolean;
}

/** A real mail server on loopback, as far as one recipient a mail needs it. */
export interface TestSmtpServer {
  readonly port: number;
  readonly taken: TakenMail[];
  /** Every line of the clients, the message left out. */
  readonly lines: string[];
  /** How many connections were made. */
  readonly connections: () => number;
}

const USUAL: Readonly<Record<string, string>> = {
  GREETING: '220 mail.example.in ESMTP',
  HELO: '250 mail.example.in',
  AUTH: '235 2.7.0 Accepted',
  MAIL: '250 2.1.0 Ok',
  RCPT: '250 2.1.5 Ok',
  DATA: '354 Go ahead',
  MESSAGE: '250 2.0.0 Ok: queued',
  RSET: '250 2.0.0 Ok',
  QUIT: '221 2.0.0 Bye',
};

class Session {
  readonly #server: Pick<TestSmtpServer, 'taken' | 'lines'>;
  readonly #script: SmtpScript;
  #socket: Socket;
  #input = '';
  #isInMessage = false;
  #from = '';
  #to = '';

  constructor(socket: Socket, server: Pick<TestSmtpServer, 'taken' | 'lines'>, script: SmtpScript) {
    this.#socket = socket;
    this.#server = server;
    this.#script = script;
    this.#listen(script.tls?.implicit ? this.#secured(socket) : socket);
    this.#say('GREETING');
  }

  #secured(socket: Socket): TLSSocket {
    const { certificate = '', privateKey = '' } = this.#script.tls ?? {};
    const secureContext = createSecureContext({ cert: certificate, key: privateKey });
    return new TLSSocket(socket, { isServer: true, secureContext });
  }

  #listen(socket: Socket): void {
    this.#socket = socket;
    this.#input = '';
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      this.#input += chunk.toString();
      while (this.#take());
    });
  }

  /** Takes one line, or the whole message; false when it has not come yet. */
  #take(): boolean {
    const end = this.#isInMessage ? '\r\n.\r\n' : '\r\n';
    const at = this.#input.indexOf(end);
    if (at < 0) return false;
    const part = this.#input.slice(0, at);
    this.#input = this.#input.slice(at + end.length);
    if (this.#isInMessage) this.#endMessage(part);
    else this.#obey(part);
    return true;
  }

  #endMessage(stuffed: string): void {
    this.#isInMessage = false;
    const source = stuffed.replace(/^\.\./gm, '.');
    const isSecure = this.#socket instanceof TLSSocket;
    const mail = { envelopeFrom: this.#from, envelopeTo: this.#to, source, isSecure };
    if (this.#say('MESSAGE').startsWith('2')) this.#server.taken.push(mail);
  }

  #obey(line: string): void {
    this.#server.lines.push(line);
    const verb = line.replace(/ .*/, '').toUpperCase();
    if (verb === 'EHLO') this.#greet();
    else if (verb === 'STARTTLS') this.#upgrade();
    else this.#serve(verb, line.replace(/^[^<]*<|>.*$/g, ''));
  }

  #serve(verb: string, address: string): void {
    if (verb === 'MAIL') this.#from = address;
    if (verb === 'RCPT') this.#to = address;
    const reply = this.#say(verb);
    if (verb === 'DATA') this.#isInMessage = reply.startsWith('3');
    if (verb === 'QUIT') this.#socket.end();
  }

  #greet(): void {
    const { tls } = this.#script;
    const offers = tls && !(this.#socket instanceof TLSSocket) ? '250-STARTTLS\r\n' : '';
    this.#write(`250-mail.example.in\r\n${offers}250-8BITMIME\r\n250 AUTH PLAIN`);
  }

  #upgrade(): void {
    this.#write('220 2.0.0 Ready');
    this.#socket.removeAllListeners('data');
    this.#listen(this.#secured(this.#socket));
  }

  #say(verb: string): string {
    const told = this.#script.replies?.[verb];
    const scripted = typeof told === 'string' ? told : told?.shift();
    const reply = scripted ?? USUAL[verb] ?? '502 5.5.1 Unknown';
    const { silentAt, endsAfter, beforeMessage } = this.#script;
    if (silentAt === verb) return reply;
    if (verb === 'MESSAGE' && beforeMessage) void beforeMessage().then(() => this.#write(reply));
    else this.#write(reply);
    if (endsAfter === verb) this.#socket.end();
    return reply;
  }

  #write(reply: string): void {
    if (reply === '') this.#socket.destroy();
    else this.#socket.write(`${reply}\r\n`);
  }
}

/** Starts a mail server that the test ends. */
export async function startSmtpServer(script: SmtpScript = {}): Promise<TestSmtpServer> {
  const taken: TakenMail[] = [];
  const lines: string[] = [];
  const { port, sockets } = await serveTcp(
    (socket) => void new Session(socket, { taken, lines }, script),
  );
  return { port, taken, lines, connections: () => sockets.size };
}
