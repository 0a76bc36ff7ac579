import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { StartFailure } from '../store/start-failure.ts'

export type Secret = {
  /** Encrypts, and binds the result to what it is for. */
  seal(plain: Uint8Array, purpose: string): Buffer
  unseal(sealed: Uint8Array, purpose: string): Buffer
  /** A hash that nobody without the secret can compute. */
  mac(text: string): Buffer
}

const fileName = 'secret'
const leastLength = 32

/** Keys for each use, derived from the deployment's one secret. The secret itself is never in the database. */
export function openSecret(secret: string): Secret {
  if (secret.length < leastLength) {
    throw new StartFailure(
      `The secret must have at least ${leastLength} characters; "openssl rand -hex 32" makes a good one.`,
    )
  }
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', secret, 'portico', use, 32))
  const sealingKey = derive('seal')
  const macKey = derive('mac')
  return {
    seal(plain, purpose) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', sealingKey, nonce).setAAD(Buffer.from(purpose))
      const body = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },
    unseal(sealed, purpose) {
      const bytes = Buffer.from(sealed)
      const decipher = createDecipheriv('aes-256-gcm', sealingKey, bytes.subarray(0, 12), {
        authTagLength: 16,
      })
      decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()])
    },
    mac: (text) => createHmac('sha256', macKey).update(text).digest(),
  }
}

/** The secret kept in a folder, made on first use; of several processes that start at once, all get the same one. */
export async function secretInFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, fileName)
  const found = await readFile(path, 'utf8').catch(unlessMissing)
  if (found !== undefined) return found.trim()
  const draft = join(folder, `${fileName}.${randomBytes(6).toString('hex')}`)
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(`${randomBytes(32).toString('hex')}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  // A link appears whole or not at all, and the first one wins.
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await unlink(draft)
  const entries = await open(folder)
  await entries.sync().finally(() => entries.close())
  return (await readFile(path, 'utf8')).trim()
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
