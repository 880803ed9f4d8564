/** An ISO time as people in India read it, such as `20 Nov 2026, 5:34 pm IST`. */
export function readableTime(iso: string): string {
  const format = new Intl.DateTimeFormat('en-IN', {
    timeZone: 'Asia/Kolkata',
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  return `${format.format(new Date(iso))} IST`;
}
