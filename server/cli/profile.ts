import { type Command, InvalidArgumentError } from 'commander'
import { commandsOf, exitCodes, withParts } from './command.ts'
import { openTerminal } from './terminal.ts'

/** The words and rules of a deployment. */
export function addProfile(program: Command) {
  const command = commandsOf(
    program.command('profile').description('The terms and rules of this deployment: check, try, save, show'),
  )

  command('check', 'Validate a profile, without a database', async (options, path) => {
    const { faultsOfProfile } = await import('../profile/check-profile.ts')
    const faults = faultsOfProfile(await profileAt(path as string))
    openTerminal({ isJson: options.json }).say({ faults }, [
      ...faults.map(({ what }) => what),
      faults.length === 0 ? 'The profile is valid.' : counted(faults.length, 'fault'),
    ])
    if (faults.length > 0) process.exitCode = exitCodes.failed
  }).argument('<path>', 'a JSON file, or a folder of them')

  command('try', 'Show what a profile would change and move, without putting it in force', (options, path) =>
    withParts(async ({ portico }) => {
      const trial = await portico.tryProfile(await profileAt(path as string))
      const { against, changes, tasks, cases, advances, faults, blockers, wouldApply } = trial
      openTerminal({ isJson: options.json }).say(trial, [
        ...faults.map(({ what }) => what),
        ...blockers.map(({ what }) => what),
        ...changes.map(({ kind, place }) => `${kind}: ${place}`),
        `Against version ${against}: ${counted(tasks.count, 'task')} would move to another team, ${counted(cases.count, 'case')} would change state, ${counted(advances.count, 'case')} would gain or lose their advancement.`,
      ])
      if (!wouldApply) process.exitCode = exitCodes.failed
    }),
  ).argument('<path>', 'a JSON file, or a folder of them')

  command<{ why: string }>(
    'save',
    'Put a profile in force; the same profile again changes nothing',
    (options, path) =>
      withParts(async ({ portico }) => {
        const { version } = await portico.profiles.save({
          profile: await profileAt(path as string),
          why: options.why,
          actor: { id: 'commandLine', name: 'command line', kind: 'system' },
          source: 'api',
        })
        openTerminal({ isJson: options.json }).say({ version }, [`Version ${version.number} is in force.`])
      }),
  )
    .argument('<path>', 'a JSON file, or a folder of them')
    .requiredOption('--why <text>', 'the reason, for the history')

  command<{ of?: number; default: boolean }>('show', 'Print a profile as JSON', async (options) => {
    if (options.default) {
      const { defaultProfile } = await import('../profile/default.ts')
      return print(defaultProfile)
    }
    await withParts(async ({ portico: { profiles } }) =>
      print((await (options.of === undefined ? profiles.current() : profiles.version(options.of))).profile),
    )
  })
    .option('--of <version>', 'an older version (default: the one in force)', versionNumber)
    .option('--default', 'the built-in default profile, without a database', false)
}

async function profileAt(path: string): Promise<unknown> {
  const [{ completed }, { readProfile }] = await Promise.all([
    import('../profile/completed.ts'),
    import('../profile/read-profile.ts'),
  ])
  return completed(await readProfile(path))
}

function versionNumber(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be the number of a version.')
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`
const print = (profile: unknown) => console.log(JSON.stringify(profile, null, 2))
