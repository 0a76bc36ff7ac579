import { hash } from 'node:crypto'
import type { Envelope } from '@portico/contract/envelope'

/** What the chain covers of an event, besides its data; its global position is given later, by the store. */
export type ChainedEnvelope = Omit<Envelope, 'position' | 'hash'> & { type: string }

export const chainStart = Buffer.alloc(0)

export function hashData(data: unknown): Buffer {
  return hash('sha256', canonicalJson(data), 'buffer')
}

/** The data comes in as its hash, so that a payload erased by law leaves the chain whole. */
export function chainHash(previous: Uint8Array, envelope: ChainedEnvelope, dataHash: Uint8Array): Buffer {
  const link = Buffer.concat([previous, Buffer.from(canonicalJson(envelope)), dataHash])
  return hash('sha256', link, 'buffer')
}

/** JSON with sorted keys and without undefined members: one text for one value. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = value as Record<string, unknown>
  let text = ''
  for (const key of Object.keys(members).sort()) {
    const member = members[key]
    if (member !== undefined) text += `${text && ','}${JSON.stringify(key)}:${canonicalJson(member)}`
  }
  return `{${text}}`
}
