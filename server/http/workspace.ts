import { type Dirent, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpRefusal } from './errors.ts'
import { once } from './pages/once.ts'

const folder = join(import.meta.dirname, '../../workspace/dist')
const forever = 'public, max-age=31536000, immutable'

const mediaTypes: Record<string, string> = {
  bcmap: 'application/octet-stream',
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  pfb: 'application/octet-stream',
  svg: 'image/svg+xml',
  ttf: 'font/ttf',
  wasm: 'application/wasm',
}

export type WorkspaceOptions = {
  /** Where browsers fetch bytes of pages, besides the service itself. */
  bytesFrom?: readonly string[]
}

type Part = { mediaType: string; plain: Buffer; br?: Buffer | undefined; gzip?: Buffer | undefined }

/**
 * The workspace as `npm ci` has built it. Its addresses are made in the browser, so any path that is no file gets the
 * one page; the name of every file under `assets/` changes with its content.
 */
export function serveWorkspace(app: FastifyInstance, { bytesFrom = [] }: WorkspaceOptions) {
  const policy = policyOf(bytesFrom)
  const parts = once(async () => readParts())

  app.get('/workspace', { config: { isPublic: true } }, async (_request, reply) =>
    reply.redirect('/workspace/'),
  )
  app.get('/workspace/*', { config: { isPublic: true, isUnlimited: true } }, async (request, reply) => {
    const path = (request.params as { '*': string })['*']
    const all = await parts()
    const found = path === 'index.html' ? undefined : all.get(path)
    if (!found && /^assets\//.test(path)) throw new HttpRefusal(404, 'There is nothing at this path.')
    const part = found ?? all.get('index.html')
    if (!part) throw new HttpRefusal(503, 'The workspace is not built: run npm run build -w workspace.')
    const encoding = encodingFor(request, part)
    return reply
      .headers({
        'cache-control': path.startsWith('assets/') ? forever : 'no-cache',
        'content-security-policy': policy,
        vary: 'accept-encoding',
        ...(encoding ? { 'content-encoding': encoding } : {}),
      })
      .type(part.mediaType)
      .send((encoding && part[encoding]) ?? part.plain)
  })
}

/** Code and styles from here alone, never inline; bytes of pages from where they are kept. */
function policyOf(bytesFrom: readonly string[]): string {
  const bytes = ["'self'", ...bytesFrom].join(' ')
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src ${bytes}`,
    `img-src ${bytes} blob:`,
    'media-src blob:',
    "font-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ')
}

function encodingFor({ headers }: FastifyRequest, part: Part): 'br' | 'gzip' | undefined {
  const accepted = String(headers['accept-encoding'] ?? '')
  if (part.br && /\bbr\b/.test(accepted)) return 'br'
  return part.gzip && /\bgzip\b/.test(accepted) ? 'gzip' : undefined
}

function readParts(): Map<string, Part> {
  const names = new Set(filesIn(folder))
  const parts = new Map<string, Part>()
  for (const name of names) {
    const mediaType = mediaTypes[name.split('.').at(-1) ?? '']
    if (!mediaType || name.startsWith('.')) continue
    const read = (file: string) => (names.has(file) ? readFileSync(join(folder, file)) : undefined)
    parts.set(name, {
      mediaType,
      plain: readFileSync(join(folder, name)),
      br: read(`${name}.br`),
      gzip: read(`${name}.gz`),
    })
  }
  return parts
}

function filesIn(at: string): string[] {
  const entries: Dirent[] = []
  try {
    entries.push(...readdirSync(at, { recursive: true, withFileTypes: true }))
  } catch {
    // Not built.
  }
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(at, join(parentPath, name)))
}
