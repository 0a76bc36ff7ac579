import { createHash } from 'node:crypto'
import type { Envelope } from '@portico/contract/events'

/** What the chain covers of an event, besides its data; its global position is given later, by the store. */
export type ChainedEnvelope = Omit<Envelope, 'position' | 'hash'> & { type: string }

export const chainStart = Buffer.alloc(0)

export function hashData(data: unknown): Buffer {
  return createHash('sha256').update(canonicalJson(data)).digest()
}

/** The data comes in as its hash, so that a payload erased by law leaves the chain whole. */
export function chainHash(previous: Uint8Array, envelope: ChainedEnvelope, dataHash: Uint8Array): Buffer {
  return createHash('sha256').update(previous).update(canonicalJson(envelope)).update(dataHash).digest()
}

/** JSON with sorted keys and without undefined members: one text for one value. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`)
  return `{${members.join(',')}}`
}
