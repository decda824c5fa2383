// The `zen` command calls Object.groupBy, which Node 20 does not have. Only the command needs it, not what is measured.
Object.groupBy ??= (items, keyOf) => {
  const groups = Object.create(null);
  for (const [index, item] of [...items].entries()) {
    const key = keyOf(item, index);
    groups[key] ??= [];
    groups[key].push(item);
  }
  return groups;
};
