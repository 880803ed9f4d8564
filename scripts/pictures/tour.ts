/** A picture: the command that it shows, at a terminal, and what it needs. */
export interface Shot {
  /** The file is `NAME.svg`. */
  readonly name: string;
  readonly title: string;
  readonly command: string;
  /** Run before, unseen. */
  readonly before?: string;
  /** Run unseen once the command has written its first line. */
  readonly meanwhile?: string;
  readonly exitCode?: number;
}

const ASHA = '--signer "Asha Rao <asha@example.in> 9876543210"';
const SENT = `id=$(esign send contract.pdf ${ASHA} --yes --json | jq -r .documentId)`;
const MANIFEST = `cat > contracts.csv <<'END'
file,name,signer1_name,signer1_email,signer1_phone
contract.pdf,Offer E-0042,Asha Rao,asha@example.in,9876543210
contract.pdf,Offer E-0043,Ravi Kumar,ravi.example.in,9876501234
contract.pdf,Offer E-0044,Meera Iyer,meera@example.in,9.88E+09
END`;

/** Every picture of README and guides. */
export const SHOTS: readonly Shot[] = [
  {
    name: 'verify',
    title: 'esign verify says, line by line, why the signed contract is verified',
    before: `${SENT} && esign sandbox sign "$id" && esign docs download "$id"`,
    command: 'esign verify "contract signed.pdf"',
  },
  {
    name: 'doctor',
    title: 'esign doctor lists what it has checked: settings, network, key and subscription',
    command: 'esign doctor',
  },
  {
    name: 'bulk-faults',
    title: 'esign bulk send lists two faults of a manifest by line, and sends nothing',
    before: MANIFEST,
    command: 'esign bulk send contracts.csv --dry-run',
    exitCode: 2,
  },
  {
    name: 'listen',
    title: 'esign webhook listen shows two deliveries whose signatures are good',
    command: 'esign webhook listen --port 0 --register --until document.completed',
    meanwhile: `${SENT} && esign sandbox sign "$id"`,
  },
];
