const HEX = /^#[0-9a-f]{6}$/i;

/** Shows the picker of a text field for a colour: without scripts, it could not fill it. */
function connect(picker: HTMLInputElement): void {
  const field = document.querySelector<HTMLInputElement>(`[name="${picker.dataset.for}"]`);
  if (!field) return;
  const follow = () => {
    if (HEX.test(field.value)) picker.value = field.value;
  };
  picker.addEventListener('input', () => {
    field.value = picker.value;
  });
  field.addEventListener('input', follow);
  follow();
  picker.hidden = false;
}

document.querySelectorAll<HTMLInputElement>('input[data-for]').forEach(connect);
