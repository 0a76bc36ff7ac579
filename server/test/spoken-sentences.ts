import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Five sentences that a person read, and what they say: Debian's `pocketsphinx-testdata` has them. */
export function spokenSentences(): { text: string; path: string }[] {
  const samples = '/usr/share/pocketsphinx/test/data/librivox'
  return readFileSync(join(samples, 'transcription'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [, text = '', name = ''] = /^<s> (.*) <\/s> \((.*)\)$/.exec(line) ?? []
      return { text, path: join(samples, `${name}.wav`) }
    })
}
