import type { FirstAccount } from '../auth/first-account.ts'
import type { Service } from '../main.ts'

/** What someone who has just started the service needs to go on. */
export function welcome(
  { url, settings, identity }: Service,
  account: FirstAccount | undefined,
  waiting: number,
): [Record<string, unknown>, string[]] {
  const isSandbox = settings.mode === 'sandbox'
  // A password that was set is known to whoever set it; in a deployment it is not repeated.
  const password = isSandbox || !settings.firstAccount.password ? account?.password : undefined
  const offersPeople =
    isSandbox && settings.synthetic.isAtWork && /^(localhost$|127\.|::1$)/.test(settings.host)
  const code = offersPeople ? identity.sandboxPeople?.code : undefined
  // Behind `#`, so that no log and no proxy has it.
  const workspace = `${url}/workspace/${code === undefined ? '' : `#code=${code}`}`
  const result = {
    url,
    workspace,
    docs: `${url}/docs`,
    username: account?.username,
    ...(password ? { password } : {}),
  }
  const shown = password ?? 'your password'
  return [
    result,
    [
      `Portico ${isSandbox ? 'sandbox' : ''} is ready.`.replace('  ', ' '),
      '',
      `  Workspace  ${workspace}`,
      `  API        ${url}`,
      `  Reference  ${url}/docs`,
      ...(account ? [`  Username   ${account.username}`, `  Password   ${passwordLine(password)}`] : []),
      ...(waiting > 0 ? ['', `  ${waiting} larger synthetic cases follow in the background.`] : []),
      ...(account ? ['', ...examples(url, account.username, shown)] : []),
      '',
    ],
  ]
}

function passwordLine(password: string | undefined): string {
  return password ? `${password}   (shown this once)` : 'unchanged (set PORTICO_PASSWORD to change it)'
}

function examples(url: string, username: string, password: string): string[] {
  const body = JSON.stringify({ username, password })
  const credentials = JSON.stringify({ baseUrl: url, username, password })
  return [
    'With curl:',
    '',
    `  TOKEN=$(curl -s ${url}/auth/token -H 'content-type: application/json' \\`,
    `    -d '${body}' | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')`,
    `  curl -s ${url}/appeals -H "authorization: Bearer $TOKEN"`,
    '',
    'With the SDK, in this folder:',
    '',
    `  npx node --input-type=module -e '`,
    `    import { PorticoClient, signIn } from "@portico/sdk"`,
    `    const { idToken } = await signIn(${credentials})`,
    `    const client = new PorticoClient({ baseUrl: "${url}", token: idToken })`,
    `    for (const appeal of await client.appeals.list()) console.log(appeal.docketNumber, appeal.veteran.lastName)'`,
  ]
}
