/** Shows the tools; their button toggles the search. */
export function offerTools(viewer: HTMLElement): void {
  const tools = viewer.querySelector<HTMLElement>('[data-tools]');
  const button = tools?.querySelector<HTMLButtonElement>('[data-find]');
  const form = tools?.querySelector<HTMLFormElement>('[data-search]');
  if (!tools || !button || !form) return;
  tools.hidden = false;
  const open = (isOpen: boolean) => {
    form.hidden = !isOpen;
    button.setAttribute('aria-expanded', String(isOpen));
    (isOpen ? form.querySelector('input') : button)?.focus();
    if (!isOpen) for (const mark of viewer.querySelectorAll('.hit')) mark.remove();
  };
  button.onclick = () => open(form.hidden !== false);
  form.onkeydown = ({ key }) => {
    if (key === 'Escape') open(false);
  };
}
