/**
 * The text of bytes that are plain text in one of the common encodings; none where they are something else.
 * Where they are cut off, the last character may lack its end.
 */
export function decodeText(bytes: Uint8Array, { isCut = false } = {}): string | undefined {
  for (const encoding of candidates(bytes)) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: isCut })
      if (isText(text)) return text
    } catch {
      // Not in this encoding.
    }
  }
  return undefined
}

function candidates(bytes: Uint8Array): string[] {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return ['utf-16le']
  if (first === 0xfe && second === 0xff) return ['utf-16be']
  const sample = bytes.subarray(0, 4096)
  const zeros = (parity: number) =>
    sample.reduce((n, byte, at) => (at % 2 === parity && !byte ? n + 1 : n), 0)
  // Western text in UTF-16 has a zero in every other byte; other text has none.
  if (zeros(1) > sample.length / 8) return ['utf-16le']
  if (zeros(0) > sample.length / 8) return ['utf-16be']
  return ['utf-8', 'windows-1252']
}

/** Tab, line ends and form feeds belong to text; other control characters do not, but for a stray one in many. */
function isText(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is counted
  const controls = text.match(/[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f-\x9f]/g)?.length ?? 0
  return text.trim() !== '' && controls * 1000 <= text.length && !text.includes('\0')
}
