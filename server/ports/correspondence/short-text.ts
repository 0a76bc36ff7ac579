/** What strangers write into headers is long, or has characters that are none. */
export function shortText<Name extends string>(name: Name, value: string | undefined, most: number) {
  const text = value
    ?.toWellFormed()
    .replaceAll('\r\n', '\n')
    .replaceAll(name === 'text' ? /[^\P{Cc}\n\t]/gu : /\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, most)
    .toWellFormed()
  return (text ? { [name]: text } : {}) as { [K in Name]?: string }
}
