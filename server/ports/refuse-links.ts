import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { PortError } from '@portico/contract/ports/kit'

/** What is below a folder stays there: whoever may write into it may have put a link that leads elsewhere. */
export async function refuseLinks(root: string, path: string): Promise<void> {
  const names = path.split('/').filter((name) => name !== '' && name !== '.')
  for (const index of names.keys()) {
    const below = names.slice(0, index + 1)
    const facts = await lstat(join(root, ...below)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
    if (!facts) return
    if (facts.isSymbolicLink() || below.at(-1) === '..')
      throw new PortError('refused', `${below.join('/')} is a link, which may lead out of the folder.`)
  }
}
