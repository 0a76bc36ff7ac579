import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Route } from '@portico/contract/route'
import { routes } from '@portico/contract/table'
import { caseFor } from './stages.ts'

export type Example = { label: string; text: string }

const sdk = fileURLToPath(new URL('..', import.meta.url))

const signedIn = `import { acceptInvitation, type Portico, PorticoClient, signIn, signInWithPasskey } from '@portico/sdk'
const { PORTICO_URL: baseUrl = '', PORTICO_USERNAME: username = '', PORTICO_PASSWORD: password = '' } = process.env
async function newClient() {
  const { idToken } = await signIn({ baseUrl, username, password })
  return new PorticoClient({ baseUrl, token: idToken })
}
const client = await newClient()
async function newcomer(password: string) {
  const email = \`own-\${Date.now()}@example.org\`
  const { link } = await client.invitations.invite({ email, roles: ['drafter'] })
  await acceptInvitation({ baseUrl, token: link.split('#').at(-1) ?? '', password })
  return new PorticoClient({ baseUrl, token: (await signIn({ baseUrl, username: email, password })).idToken })
}
const appealId = (await client.appeals.list()).at(-1)?.id ?? ''
const documentId = (await client.documents.list(appealId))[0]?.id ?? ''
`

/** The examples of the README as one program: each goes on from the first. */
export async function readmeProgram(): Promise<string> {
  const [first, ...others] = examplesIn('README.md', await readFile(join(sdk, 'README.md'), 'utf8'))
  return programOf(first?.text ?? '', others)
}

/**
 * The examples beside the code as one program: they share a client and the ids of a document. Those that work on a
 * case have one that is where they need it, and each that spends it has one of its own.
 */
export async function documentationProgram(): Promise<string> {
  const prepare = await readFile(join(sdk, 'test/prepared-case.ts'), 'utf8')
  const examples = (await documentedExamples()).map(({ label, text }) => ({
    label,
    text: `${beforeExample(text)}${text}`,
  }))
  const cases = `${withoutImports(prepare).replaceAll(/^export /gm, '')}
const prepared = preparedCases(client, username)
`
  const authenticator = await readFile(join(sdk, 'test/authenticator.ts'), 'utf8')
  const browser = `${authenticator.replaceAll(/^export /gm, '')}
const browser = createAuthenticator(baseUrl)
type Made = ReturnType<typeof browser.create>
type Used = ReturnType<typeof browser.get>
const startRegistration = async ({ optionsJSON }: { optionsJSON: Parameters<typeof browser.create>[0] }): Promise<Made> =>
  browser.create(optionsJSON)
const startAuthentication = async ({ optionsJSON }: { optionsJSON: Parameters<typeof browser.get>[0] }): Promise<Used> =>
  browser.get(optionsJSON)
const kept = await startRegistration({ optionsJSON: await client.passkeys.newOptions() })
await client.passkeys.add({ name: 'Kept', credential: kept })
`
  return programOf(signedIn + cases + browser, examples)
}

function beforeExample(text: string): string {
  if (text.includes('signOut')) return 'const client = await newClient()\n'
  if (text.includes('changePassword')) return "const client = await newcomer('a long-lived secret')\n"
  const needed = caseFor(text)
  if (!needed) return ''
  const names = ['caseId', 'taskId', 'partyId', 'issueId', 'workProductId'].filter((name) =>
    new RegExp(`\\b${name}\\b`).test(text),
  )
  const { stage, isSpent, hasPage } = needed
  const prepared = isSpent ? `own('${stage}', ${hasPage})` : `shared('${stage}')`
  return `const { ${names.join(', ')} } = await prepared.${prepared}\n`
}

/** Those that the routes declare, and those beside the code. */
export async function documentedExamples(): Promise<Example[]> {
  const examples = Object.values<Route>(routes).flatMap(({ sdk }) =>
    [sdk ?? []].flat().map(({ call, example }) => ({
      label: `${call.split('.').at(-2)}: ${firstLine(example)}`,
      text: `${example}\n`,
    })),
  )
  for await (const file of glob('*.ts', { cwd: sdk })) {
    if (file.endsWith('.test.ts')) continue
    const text = await readFile(join(sdk, file), 'utf8')
    for (const [, comment = ''] of text.matchAll(/\/\*\*(.*?)\*\//gs))
      examples.push(...examplesIn(file, comment.replaceAll(/^ *\* ?/gm, '')))
  }
  return examples.sort((a, b) => a.label.localeCompare(b.label))
}

function examplesIn(file: string, text: string): Example[] {
  return [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => {
    return { label: `${file}: ${firstLine(code)}`, text: code }
  })
}

const firstLine = (code: string) => code.split('\n').find((line) => line && !line.startsWith('import'))

function programOf(start: string, examples: Example[]): string {
  const texts = [start, ...examples.map(({ text }) => text)]
  const blocks = examples.map(
    ({ label, text }) => `console.error(${JSON.stringify(label)})\n{\n${withoutImports(text)}}\n`,
  )
  return [importsOf(texts), withoutImports(start), ...blocks].join('\n')
}

const importLine = /^import (type )?\{ (.+) \} from '(.+)'\n/gm

export function withoutImports(text: string): string {
  return text.replaceAll(importLine, '')
}

/** One import for each module, however many examples ask for it. */
function importsOf(texts: string[]): string {
  const names = new Map<string, Set<string>>()
  for (const [, isType = '', list = '', module = ''] of texts.join('').matchAll(importLine)) {
    // Here there is no browser: the program has an authenticator of its own.
    if (module === '@simplewebauthn/browser') continue
    const known = names.get(module) ?? new Set()
    for (const name of list.split(', ')) known.add(`${isType}${name}`)
    names.set(module, known)
  }
  return [...names]
    .map(([module, known]) => `import { ${[...known].join(', ')} } from '${module}'`)
    .join('\n')
}
