/** Without the members that are undefined, so that an optional one is absent or there. */
export function withoutUndefined<Given extends object>(given: Given) {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Given]?: Exclude<Given[Key], undefined>
  }
}
