export type FileKind = 'pdf' | 'picture' | 'text'

const pictures = [
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38],
]

/** What a browser can show of a file, by how it begins: neither its name nor what its sender calls it is believed. */
export function kindOf(begins: Uint8Array): FileKind | undefined {
  const has = (magic: readonly number[], at = 0) => magic.every((byte, index) => begins[at + index] === byte)
  const head = new TextDecoder('latin1').decode(begins.subarray(0, 1024))
  if (head.includes('%PDF-')) return 'pdf'
  if (pictures.some((magic) => has(magic)) || (head.startsWith('RIFF') && head.startsWith('WEBP', 8)))
    return 'picture'
  return isText(begins) ? 'text' : undefined
}

function isText(begins: Uint8Array): boolean {
  if (begins.some((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27))) return false
  try {
    // A character may be cut at the end.
    new TextDecoder('utf-8', { fatal: true }).decode(begins, { stream: true })
    return true
  } catch {
    return false
  }
}
