import { createReadStream } from 'node:fs'
import { access, open, readdir, rename } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { type Bytes, type Host, PortError } from '@portico/contract/ports/kit'
import { mostReadBytes } from './read-returned.ts'

const lookMs = 5_000

/** Each message of a Maildir is handed over once, and moved to where read mail is. */
export function watchMaildir(
  folder: string,
  { log }: Pick<Host, 'log'>,
  take: (message: { name: string; head: Buffer }) => Promise<void>,
) {
  if (!isAbsolute(folder)) throw new PortError('invalid', 'bounces must be an absolute path.')
  let timer: NodeJS.Timeout | undefined
  let looking = Promise.resolve()

  async function look() {
    for (const name of (await readdir(join(folder, 'new'))).toSorted()) {
      await take({ name, head: await headOf(join(folder, 'new', name)) })
      await rename(join(folder, 'new', name), join(folder, 'cur', `${name}:2,S`))
    }
  }
  const again = () => {
    looking = looking.then(look).catch(() => log('warn', 'the Maildir of bounces cannot be read'))
    timer = setTimeout(() => looking.then(again), lookMs)
  }
  return {
    start: again,
    check: () => access(join(folder, 'new')),
    async stop() {
      clearTimeout(timer)
      await looking
      clearTimeout(timer)
    },
    /** The whole message, wherever it is by now: whoever reads the mailbox changes what follows its name. */
    async open(name: string): Promise<Bytes> {
      for (const place of ['cur', 'new']) {
        const names = await readdir(join(folder, place))
        const found = names.find((one) => one === name || one.startsWith(`${name}:`))
        if (found !== undefined) return createReadStream(join(folder, place, found))
      }
      throw new PortError('gone', 'The Maildir has no such message.')
    },
  }
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(mostReadBytes), 0, mostReadBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
