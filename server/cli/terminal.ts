export type Terminal = {
  isJson: boolean
  /** The result: one JSON object, or lines for a person. */
  say(result: Record<string, unknown>, lines: readonly string[]): void
  /** `tell` says each tenth where nobody watches; on standard error otherwise. */
  progress(label: string, tell?: (line: string) => void): Progress
}

/** `note` is said beside it where somebody watches. */
export type Progress = { at(done: number, of: number, note?: string): void; end(): void }

const widthOfBar = 24
const barMs = 80

/** Results go to standard output, everything about the way there to standard error. */
export function openTerminal({ isJson }: { isJson: boolean }): Terminal {
  return {
    isJson,
    say(result, lines) {
      console.log(isJson ? JSON.stringify(result) : lines.join('\n'))
    },
    progress: (label, tell = console.error) =>
      process.stderr.isTTY && !isJson ? bar(label) : steps(label, tell),
  }
}

function bar(label: string): Progress {
  const started = performance.now()
  let shownAt = 0
  return {
    at(done, of, note) {
      const now = performance.now()
      if (done < of && now - shownAt < barMs) return
      shownAt = now
      const share = of > 0 ? Math.min(1, done / of) : 1
      const filled = Math.round(share * widthOfBar)
      const left = share > 0.05 && share < 1 ? ` ${timeLeft((now - started) * (1 / share - 1))}` : ''
      const drawn = '█'.repeat(filled) + '░'.repeat(widthOfBar - filled)
      process.stderr.write(
        `\r\x1b[2K${label} ${drawn} ${done.toLocaleString('en')}/${of.toLocaleString('en')}${note ? ` ${note}` : ''}${left}`,
      )
    },
    end: () => void process.stderr.write('\r\x1b[2K'),
  }
}

/** Where nobody watches, a line for each tenth. */
function steps(label: string, tell: (line: string) => void): Progress {
  let tenth = 0
  return {
    at(done, of, note) {
      const reached = of > 0 ? Math.floor((10 * done) / of) : 10
      if (reached <= tenth) return
      tenth = reached
      tell(`${label} ${done}/${of}${note ? ` ${note}` : ''}`)
    },
    end() {},
  }
}

function timeLeft(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  return seconds < 90 ? `${seconds} s left` : `${Math.ceil(seconds / 60)} min left`
}
