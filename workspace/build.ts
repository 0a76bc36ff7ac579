import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const folder = import.meta.dirname
const root = join(folder, '..')
const built = join(folder, 'dist')
const stampFile = '.vite/built-from'

/**
 * Builds the workspace into `workspace/dist`, unless what is there was built from these very sources.
 * Whoever reads the folder meanwhile finds the old build or the new one, whole.
 */
export async function buildWorkspace(): Promise<{ isNew: boolean }> {
  const stamp = stampOfSources()
  if ((await readFile(join(built, stampFile), 'utf8').catch(() => '')) === stamp) return { isNew: false }
  const { build } = await import('vite')
  const fresh = join(folder, `dist-${process.pid}`)
  try {
    await build({ root: folder, logLevel: 'error', build: { outDir: fresh, emptyOutDir: true } })
    await compressAll(fresh)
    await writeFile(join(fresh, stampFile), stamp)
    await putInPlace(fresh)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
  return { isNew: true }
}

/** Another process may do the same at this moment: then its build is as good, and neither is taken apart. */
async function putInPlace(fresh: string) {
  const old = `${fresh}-old`
  const unless = (codes: string[]) => (error: NodeJS.ErrnoException) => {
    if (!codes.includes(error.code ?? '')) throw error
  }
  await rename(built, old).catch(unless(['ENOENT']))
  await rename(fresh, built).catch(unless(['ENOTEMPTY', 'EEXIST']))
  await rm(old, { recursive: true, force: true })
}

function stampOfSources(): string {
  const exclude = (path: string) => /(^|\/)(dist[^/]*|node_modules|test|mock)(\/|$)|\.test\.tsx?$/.test(path)
  const sources = globSync(['workspace/**/*.*', 'sdk/*.ts', 'sdk/generated/*.ts', 'package-lock.json'], {
    cwd: root,
    exclude,
  })
  const hash = createHash('sha256')
  for (const path of sources.toSorted()) hash.update(path).update(readFileSync(join(root, path)))
  return hash.digest('hex')
}

async function compressAll(at: string) {
  const files = globSync('**/*.{js,mjs,css,html,svg,wasm}', { cwd: at })
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(join(at, file))
      const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
      await writeFile(join(at, `${file}.br`), await promisify(brotliCompress)(content, { params }))
      await writeFile(join(at, `${file}.gz`), await promisify(gzip)(content))
    }),
  )
}

if (import.meta.main) {
  const { isNew } = await buildWorkspace()
  if (isNew) console.log('workspace/dist is built')
}
