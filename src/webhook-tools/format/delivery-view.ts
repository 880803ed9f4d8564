/** How deliveries are shown. */
export interface DeliveryView {
  /** Makes text from elsewhere fit for a terminal. */
  readonly clean: (text: string) => string;
  /** The same for text of several lines. */
  readonly cleanLines: (text: string) => string;
  /** Makes a text one word of a shell. */
  readonly word: (text: string) => string;
  /** Whether an application answers, whose line follows that of the arrival. */
  readonly isForwarded: boolean;
  /** Whether headers and body are shown. */
  readonly hasDetails: boolean;
  /** Names of the secrets, in the order in which they are tried. */
  readonly secretNames: () => readonly string[];
}
