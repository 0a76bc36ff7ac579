import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where Linux counts the time of a group of processes, and how many of what it counts are a second. */
const counters = [
  { folder: '/sys/fs/cgroup/cpuacct', file: 'cpuacct.usage', pattern: /^(\d+)/, perSecond: 1e9 },
  { folder: '/sys/fs/cgroup', file: 'cpu.stat', pattern: /usage_usec (\d+)/, perSecond: 1e6 },
]

/**
 * Puts this process into a group of its own, and tells the processor time of the group in seconds: with all that it starts,
 * browsers and database servers included. It needs to be root.
 */
export function openProcessorTime(): () => number {
  const counter = counters.find(({ folder, file }) => existsSync(join(folder, file)))
  if (!counter) throw new Error('processor time cannot be counted here: there are no control groups')
  const group = join(counter.folder, `portico-test-${process.pid}`)
  mkdirSync(group)
  writeFileSync(join(group, 'cgroup.procs'), String(process.pid))
  process.once('exit', () => {
    writeFileSync(join(counter.folder, 'cgroup.procs'), String(process.pid))
    try {
      rmdirSync(group)
    } catch {
      // Something that it started still runs; an empty group takes no room.
    }
  })
  return () => {
    const text = readFileSync(join(group, counter.file), 'utf8')
    return Number(counter.pattern.exec(text)?.[1] ?? 0) / counter.perSecond
  }
}
