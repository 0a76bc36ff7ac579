import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { EnginePackage } from './packages.ts'
import type { Registry } from './registry.ts'

export type FetchOptions = {
  registry: Registry
  signal?: AbortSignal | undefined
  /** How many bytes of the tarball are here. */
  onBytes?: (bytes: number) => void
  /** So long without a byte is a lost connection. */
  stallMs?: number
}

/** It is not to be had, or not what was pinned, in a sentence. */
export class NotFetched extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'NotFetched'
  }
}

const tries = 3
/** However it trickles in. */
const mostMs = 3_600_000

/**
 * Fetches a tarball to a path. What an earlier attempt left there is continued; a file that does not have the pinned
 * hash is removed, and never used.
 */
export async function fetchTarball(
  wanted: EnginePackage,
  path: string,
  { registry, signal, onBytes, stallMs = 30_000 }: FetchOptions,
): Promise<void> {
  const { name, version, bytes } = wanted
  for (let attempt = 1; ; attempt++) {
    try {
      await fetchRest()
      break
    } catch (error) {
      signal?.throwIfAborted()
      if (error instanceof NotFetched || attempt === tries)
        throw error instanceof NotFetched ? error : lost(error)
    }
  }
  if (await hasIntegrity(path, wanted)) return
  await rm(path, { force: true })
  throw new NotFetched(`${name} ${version} from ${hostOf(addressOf())} does not have the pinned hash.`)

  function addressOf(): string {
    const { url } = registry(name)
    return `${url}${name}/-/${name.split('/').at(-1)}-${version}.tgz`
  }

  function lost(error: unknown): NotFetched {
    const { cause = error } = error as { cause?: unknown }
    const { code, message } = cause as { code?: string; message?: string }
    return new NotFetched(
      `${name} ${version} could not be fetched from ${hostOf(addressOf())}: ${code ?? message ?? 'no answer'}.`,
      error,
    )
  }

  async function fetchRest(): Promise<void> {
    const have = await sizeOf(path)
    if (have > bytes) await rm(path, { force: true })
    const from = have > bytes ? 0 : have
    onBytes?.(from)
    if (from === bytes) return
    const stalled = new AbortController()
    const watch = setTimeout(() => stalled.abort(new Error('the connection stalled')), stallMs)
    const { headers } = registry(name)
    try {
      const response = await fetch(addressOf(), {
        headers: { ...headers, ...(from > 0 ? { range: `bytes=${from}-` } : {}) },
        signal: AbortSignal.any([stalled.signal, AbortSignal.timeout(mostMs), ...(signal ? [signal] : [])]),
      })
      if (!response.ok || !response.body) {
        await response.body?.cancel()
        if (from > 0) await rm(path, { force: true })
        const isPassing = response.status >= 500 || response.status === 429 || response.status === 416
        const sentence = `${hostOf(addressOf())} answered ${response.status} for ${name} ${version}.`
        throw isPassing && response.status === 416 ? new Error(sentence) : new NotFetched(sentence)
      }
      const isRest =
        response.status === 206 && response.headers.get('content-range')?.startsWith(`bytes ${from}-`)
      const start = isRest ? from : 0
      await using file = await open(path, isRest ? 'a' : 'w', 0o600)
      let here = start
      for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
        watch.refresh()
        here += chunk.length
        if (here > bytes) {
          await file.truncate(0)
          throw new NotFetched(`${name} ${version} is larger than the ${bytes} bytes that are expected.`)
        }
        await file.write(chunk)
        onBytes?.(here)
      }
      await file.sync()
      if (here < bytes) throw new Error('the connection was cut')
    } finally {
      clearTimeout(watch)
    }
  }
}

export async function hasIntegrity(path: string, { integrity, bytes }: EnginePackage): Promise<boolean> {
  if ((await sizeOf(path)) !== bytes) return false
  const hash = createHash('sha512')
  await pipeline(createReadStream(path), hash)
  return `sha512-${hash.digest('base64')}` === integrity
}

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined)
  return found?.size ?? 0
}

/** Without what an address may carry beside the host. */
function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : 'the registry'
}
