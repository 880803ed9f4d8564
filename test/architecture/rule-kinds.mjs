/** A rule of the import graph; its comment is what a broken build tells you. */
export const rule = (name, comment, { from = {}, to = {} }) => ({
  name,
  comment,
  severity: 'error',
  from,
  to,
});

/** What lies in `from` imports itself and what is allowed, and nothing else of ours. */
export const only = (name, comment, from, ...allowed) => {
  const to = { path: '^(src|commands|bin|test)/', pathNot: [from, ...allowed].flat() };
  return rule(name, comment, { from: { path: from }, to });
};

/** Only the homes of a package import it, whether it is installed or not. */
export const confined = (name, comment, packages, ...homes) => {
  const from = { path: '^(src|commands)/', pathNot: homes };
  const to = { path: [`node_modules/(${packages})/`, `^(${packages})(/|$)`] };
  return rule(name, comment, { from, to });
};
