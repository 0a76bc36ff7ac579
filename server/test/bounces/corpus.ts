import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Returned } from '../../ports/returned-mail/read-returned.ts'

/** What is no failure, by the authors of the corpus or by what the message says. */
const others: Readonly<Record<string, Returned['is']>> = {
  'groupwise_03.txt': 'mail',
  'qmail_08.txt': 'autoReply',
  'simple_03.txt': 'delayed',
  'simple_35.txt': 'delayed',
}

export type Labelled = { name: string; source: Buffer; is: Returned['is'] }

/** The messages of flufl.bounce in a folder, with what each is. */
export async function fluflMessages(folder: string): Promise<Labelled[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.txt')).toSorted()
  return Promise.all(
    names.map(async (name) => ({
      name,
      source: await readFile(join(folder, name)),
      is: others[name] ?? 'failed',
    })),
  )
}
