import { open } from 'node:fs/promises'
import { allActiveNames } from './active-names.ts'

/**
 * `none`: nothing in the file can be active. `perhaps`: names that only a parser can place, or objects packed
 * where bytes do not show them. `seen`: the name of something active stands in the bytes.
 */
export type ActiveScan = 'none' | 'perhaps' | 'seen'

const chunkBytes = 4 * 1024 ** 2
const overlapBytes = 64 * 1024
const nameEnd = '(?=[\\s\\0/<>[\\](){}%]|$)'

/** A name in any spelling: each letter may stand as #xx. */
function spelled(name: string): string {
  const letters = [...name.slice(1)].map((letter) => {
    const code = letter.charCodeAt(0).toString(16)
    const hex = [...code]
      .map((digit) => (/[a-f]/.test(digit) ? `[${digit}${digit.toUpperCase()}]` : digit))
      .join('')
    return `(?:${letter}|#${hex})`
  })
  return `/${letters.join('')}${nameEnd}`
}

/** Short ones come by chance in packed data. */
const isTelling = (name: string) => name.length > 5

const seen = new RegExp(allActiveNames.filter(isTelling).map(spelled).join('|'))

/** How a table of packed objects is laid out, which is all that some readers ask of one. Widths of fonts differ. */
const layout = `${spelled('/W')}\\s*(?:%|\\[[\\d\\s]*[%\\]]|\\d+\\s+\\d+\\s+R)`
const perhaps = new RegExp(
  [
    ...allActiveNames.filter((name) => !isTelling(name)).map(spelled),
    ...['/ObjStm', '/XRef', '/XRefStm'].map(spelled),
    layout,
    `${spelled('/URI')}(?!\\s*(?:[/>]|\\((?:https?|mailto):))`,
  ].join('|'),
)

/** Looks at every byte, also inside of streams: what a reader may take for an object is not for us to know. */
export async function scanForActiveContent(path: string): Promise<ActiveScan> {
  await using file = await open(path)
  const buffer = Buffer.alloc(overlapBytes + chunkBytes)
  let found: ActiveScan = 'none'
  for (let kept = 0; ; ) {
    const { bytesRead } = await file.read(buffer, kept, chunkBytes)
    if (bytesRead === 0) return found
    const end = kept + bytesRead
    const text = buffer.toString('latin1', 0, end)
    if (seen.test(text)) return 'seen'
    if (found === 'none' && perhaps.test(text)) found = 'perhaps'
    kept = Math.min(overlapBytes, end)
    buffer.copyWithin(0, end - kept, end)
  }
}
