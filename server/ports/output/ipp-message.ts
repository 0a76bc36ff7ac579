import { minuteMs, msEarlier, utcOf } from '../../core/time/moments.ts'
/** Messages of the Internet Printing Protocol, as far as printing a decision needs them (RFC 8010, RFC 8011). */

export const operations = {
  printJob: 0x0002,
  cancelJob: 0x0008,
  getJobAttributes: 0x0009,
  getJobs: 0x000a,
  getPrinterAttributes: 0x000b,
} as const
export type Operation = keyof typeof operations

const tags = {
  integer: 0x21,
  name: 0x42,
  keyword: 0x44,
  uri: 0x45,
  charset: 0x47,
  language: 0x48,
  mime: 0x49,
}
type Value = { tag: keyof typeof tags; value: string | number }
export type Attributes = Readonly<Record<string, Value | readonly Value[] | undefined>>

export const name = (value: string): Value => ({ tag: 'name', value })
export const keyword = (value: string): Value => ({ tag: 'keyword', value })
export const uri = (value: string): Value => ({ tag: 'uri', value })
export const integer = (value: number): Value => ({ tag: 'integer', value })
export const mime = (value: string): Value => ({ tag: 'mime', value })

const operationGroup = 0x01
const jobGroup = 0x02
const end = 0x03
const version = 0x0200

/** A request; the document, if there is one, follows it. */
export function encode(
  operation: Operation,
  given: { operation: Attributes; job?: Attributes; document?: Uint8Array },
): Buffer<ArrayBuffer> {
  const head = Buffer.alloc(8)
  head.writeUInt16BE(version, 0)
  head.writeUInt16BE(operations[operation], 2)
  head.writeUInt32BE(1, 4)
  const always = {
    'attributes-charset': { tag: 'charset', value: 'utf-8' },
    'attributes-natural-language': { tag: 'language', value: 'en' },
  } as const
  const job = Object.values(given.job ?? {}).some((value) => value !== undefined) ? given.job : undefined
  return Buffer.concat([
    head,
    Buffer.from([operationGroup]),
    ...attributes({ ...always, ...given.operation }),
    ...(job ? [Buffer.from([jobGroup]), ...attributes(job)] : []),
    Buffer.from([end]),
    ...(given.document ? [given.document] : []),
  ])
}

function attributes(all: Attributes): Buffer[] {
  return Object.entries(all).flatMap(([attribute, value]) =>
    value === undefined
      ? []
      : [value].flat().map((one, index) => encodeOne(index === 0 ? attribute : '', one as Value)),
  )
}

function encodeOne(attribute: string, { tag, value }: Value): Buffer {
  const bytes = typeof value === 'number' ? Buffer.alloc(4) : Buffer.from(value)
  if (typeof value === 'number') bytes.writeInt32BE(value)
  return Buffer.concat([Buffer.from([tags[tag]]), sized(Buffer.from(attribute)), sized(bytes)])
}

function sized(bytes: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(bytes.length)
  return Buffer.concat([length, bytes])
}

export type Group = Readonly<Record<string, string | number | undefined>>
export type Response = { status: number; groups: readonly { tag: number; attributes: Group }[] }

/** An answer; of an attribute with several values the first counts. Throws a RangeError if it is cut off. */
export function decode(bytes: Buffer): Response {
  const groups: { tag: number; attributes: Record<string, string | number | undefined> }[] = []
  let at = 8
  while (at < bytes.length) {
    const tag = bytes.readUInt8(at++)
    if (tag === end) break
    if (tag < 0x10) {
      groups.push({ tag, attributes: {} })
      continue
    }
    const [attribute, afterName] = sizedAt(bytes, at)
    const [value, afterValue] = sizedAt(bytes, afterName)
    at = afterValue
    const group = groups.at(-1)
    if (group && attribute.length > 0) group.attributes[attribute.toString()] = decodeOne(tag, value)
  }
  return { status: bytes.readUInt16BE(2), groups }
}

function sizedAt(bytes: Buffer, at: number): [Buffer, number] {
  const from = at + 2
  const to = from + bytes.readUInt16BE(at)
  if (to > bytes.length) throw new RangeError('it is cut off')
  return [bytes.subarray(from, to), to]
}

const integerTag = 0x21
const enumTag = 0x23
const dateTag = 0x31

function decodeOne(tag: number, value: Buffer): string | number | undefined {
  if (tag === integerTag || tag === enumTag) return value.readInt32BE()
  if (tag === dateTag) return dateOf(value)
  return tag >= 0x40 ? value.toString() : undefined
}

/** DateAndTime of RFC 2579, as ISO 8601. */
function dateOf(value: Buffer): string | undefined {
  if (value.length !== 11) return undefined
  const [month = 0, day = 0, hour = 0, minute = 0, second = 0, tenth = 0] = value.subarray(2, 8)
  const [sign = 0, hours = 0, minutes = 0] = value.subarray(8)
  const local = utcOf([value.readUInt16BE(0), month, day, hour, minute, second, tenth * 100])
  const offsetMs = (hours * 60 + minutes) * minuteMs * (sign === 0x2d ? -1 : 1)
  return msEarlier(local, offsetMs).toISOString()
}
