import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { PortError } from '@portico/contract/ports/kit'

type Facts = { isSymbolicLink(): boolean }

/** What is below a folder stays there: whoever may write into it may have put a link that leads elsewhere. */
export const refuseLinks = (root: string, path: string): Promise<void> =>
  refuseLinksBy(path, (below) =>
    lstat(join(root, below)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      return undefined
    }),
  )

/** The same wherever the folder is; `factsOf` does not follow a link, and knows nothing of what is not there. */
export async function refuseLinksBy(
  path: string,
  factsOf: (below: string) => Promise<Facts | undefined>,
): Promise<void> {
  const names = path.split('/').filter((name) => name !== '' && name !== '.')
  for (const index of names.keys()) {
    const below = names.slice(0, index + 1)
    const facts = await factsOf(below.join('/'))
    if (!facts) return
    if (facts.isSymbolicLink() || below.at(-1) === '..')
      throw new PortError('refused', `${below.join('/')} is a link, which may lead out of the folder.`)
  }
}
