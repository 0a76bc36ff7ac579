import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { type Blobs, openBlobs } from '../files/blobs.ts'
import { blobLaws } from './blob-laws.ts'

const now = new Date('2026-11-15T12:00:00Z')

type Breakage = { breaks: (good: Blobs) => Partial<Blobs>; laws: (keyof typeof blobLaws)[] }

/** Stores with one fault each, and the laws that must notice it. */
const broken: Record<string, Breakage> = {
  'leaves the end of a range out': {
    breaks: (good) => ({
      async open(sha256, range) {
        const { stream, bytes } = await good.open(sha256, range)
        const shorter = range?.end === undefined ? bytes : bytes - 1
        return { stream: Readable.from([(await buffer(stream)).subarray(0, shorter)]), bytes: shorter }
      },
    }),
    laws: ['ranges have both ends included, and lie within the blob'],
  },
  'keeps what it was told to remove': {
    breaks: () => ({ remove: async () => {} }),
    laws: ['what is removed is missing, and may be put again'],
  },
  'cuts a range off where the blob ends': {
    breaks: (good) => ({
      async open(sha256, range = {}) {
        const size = (await good.stat(sha256))?.bytes ?? 0
        return good.open(sha256, range.end && range.end >= size ? { ...range, end: size - 1 } : range)
      },
    }),
    laws: ['ranges have both ends included, and lie within the blob'],
  },
  'keeps each chunk as it comes': {
    breaks: eager,
    laws: [
      'nothing of a blob is seen before it is whole',
      'a source that breaks off leaves nothing',
      'a process that is killed leaves the blob whole or not at all',
    ],
  },
  'does not look at the hash announced': {
    breaks: (good) => ({ put: (source) => good.put(source) }),
    laws: ['bytes that are not those announced are refused and leave nothing'],
  },
  'takes what is missing for empty': {
    breaks: (good) => ({ stat: async (sha256) => (await good.stat(sha256)) ?? { bytes: 0 } }),
    laws: ['what is missing is named'],
  },
  'refuses what is there already': {
    breaks: (good) => ({
      async put(source) {
        const stored = await good.put(source)
        if (seen.has(stored.sha256)) throw new Error('It is there already.')
        seen.add(stored.sha256)
        return stored
      },
    }),
    laws: ['the same bytes may be put again, also at once'],
  },
  'takes the file away from all when one is done with it': {
    breaks: (good) => ({
      async localFile(sha256) {
        const { path } = await good.localFile(sha256)
        return { path, [Symbol.asyncDispose]: () => rm(path, { force: true }) }
      },
    }),
    laws: ['a local file stays until it is disposed of, whoever else has it'],
  },
  'gives the first five megabytes': {
    breaks: (good) => ({
      async open(sha256, range) {
        const { stream, bytes } = await good.open(sha256, range)
        return { stream: Readable.from([(await buffer(stream)).subarray(0, 5_000_000)]), bytes }
      },
    }),
    laws: ['a large blob comes back whole, in part and as a file'],
  },
  'hides what another process has put': {
    breaks: (good) => ({
      async put(source) {
        const stored = await good.put(source)
        seen.add(stored.sha256)
        return stored
      },
      async open(sha256, range) {
        if (!seen.has(sha256)) throw new Error('It is not of this process.')
        return good.open(sha256, range)
      },
    }),
    laws: ['what one process has put, another reads'],
  },
}

const seen = new Set<string>()

function eager(good: Blobs): Partial<Blobs> {
  return {
    async put(source) {
      let all = Buffer.alloc(0)
      let stored = await good.put(Readable.from([]))
      for await (const chunk of source) {
        all = Buffer.concat([all, chunk])
        stored = await good.put(Readable.from([all]))
      }
      return stored
    },
  }
}

describe('the laws of blobs', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-blobs-'))
  })
  after(() => rm(folder, { recursive: true }))

  for (const [fault, { breaks, laws }] of Object.entries(broken)) {
    it(`notice a store that ${fault}`, async () => {
      const good = await openBlobs(folder, now)
      const program = `
        import { Readable } from 'node:stream'
        import { openBlobs } from ${JSON.stringify(import.meta.resolve('../files/blobs.ts'))}
        const good = await openBlobs(${JSON.stringify(folder)}, new Date(${now.getTime()}))
        const blobs = { ...good, ${fault === 'keeps each chunk as it comes' ? `...(${eager})(good)` : ''} }
      `
      for (const law of laws) {
        await assert.rejects(
          blobLaws[law]?.({ blobs: { ...good, ...breaks(good) }, program }) ?? Promise.resolve(),
          law,
        )
      }
    })
  }
})
