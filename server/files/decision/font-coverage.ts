/** Which characters a TrueType font draws, as its `cmap` has them: first and last of each range, in order. */
export type Coverage = readonly (readonly [number, number])[]

export function coverageOf(font: Buffer): Coverage {
  const table = tableOf(font, 'cmap')
  const subtables = Array.from({ length: table.readUInt16BE(2) }, (_, index) =>
    table.subarray(table.readUInt32BE(8 + 8 * index)),
  )
  const wide = subtables.find((subtable) => subtable.readUInt16BE(0) === 12)
  if (wide) return groupsOf(wide)
  const narrow = subtables.find((subtable) => subtable.readUInt16BE(0) === 4)
  if (narrow) return segmentsOf(narrow)
  throw new Error('The font has no table of characters that is known here.')
}

export function isCovered(coverages: readonly Coverage[], codePoint: number): boolean {
  return coverages.some((ranges) => ranges.some(([first, last]) => first <= codePoint && codePoint <= last))
}

function tableOf(font: Buffer, tag: string): Buffer {
  for (let at = 12; at < 12 + 16 * font.readUInt16BE(4); at += 16) {
    if (font.toString('latin1', at, at + 4) !== tag) continue
    const start = font.readUInt32BE(at + 8)
    return font.subarray(start, start + font.readUInt32BE(at + 12))
  }
  throw new Error(`The font has no table ${tag}.`)
}

function groupsOf(subtable: Buffer): Coverage {
  return Array.from({ length: subtable.readUInt32BE(12) }, (_, index) => {
    const at = 16 + 12 * index
    return [subtable.readUInt32BE(at), subtable.readUInt32BE(at + 4)] as const
  })
}

function segmentsOf(subtable: Buffer): Coverage {
  const bytes = subtable.readUInt16BE(6)
  const ranges: (readonly [number, number])[] = []
  for (let at = 0; at < bytes; at += 2) {
    const last = subtable.readUInt16BE(14 + at)
    const first = subtable.readUInt16BE(16 + bytes + at)
    // The last segment stands for the end of the table and maps to nothing.
    if (last !== 0xffff) ranges.push([first, last])
  }
  return ranges
}
