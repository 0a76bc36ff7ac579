import { UnreadablePdf } from '../pdf/unreadable.ts'
import { mostPages } from './converted-paper.ts'

const subfileType = 254
const reduced = 1

/** Which directories of a TIFF are its pages, counted from 0: thumbnails are none, unless there is nothing else. */
export function tiffPages(bytes: Buffer): number[] {
  const isLittle = bytes[0] === 0x49
  const short = (at: number) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at))
  const long = (at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))
  const seen = new Set<number>()
  const pages: number[] = []
  if (short(2) !== 42) throw damaged()
  for (let at = long(4); at !== 0; at = long(at + 2 + short(at) * 12)) {
    if (seen.has(at)) throw damaged()
    let isReduced = false
    for (let entry = at + 2; entry < at + 2 + short(at) * 12; entry += 12)
      if (short(entry) === subfileType) isReduced = (long(entry + 8) & reduced) !== 0
    if (!isReduced) pages.push(seen.size)
    seen.add(at)
    if (seen.size > mostPages * 2) throw new UnreadablePdf('tooLarge', 'The TIFF has too many pages.')
  }
  return pages.length > 0 ? pages : Array.from(seen, (_, index) => index)
}

const damaged = () => new UnreadablePdf('damaged', 'The TIFF image is damaged, or of an unsupported kind.')
