import { appealsOver, searchOver } from './appeals.ts'
import { casesOver, eventsOver } from './cases.ts'
import { annotationsOver, documentsOver, readStateOver, tagsOver } from './documents.ts'
import { importsOver } from './imports.ts'
import { intakeOver } from './intake.ts'
import type { Portico } from './portico.ts'
import type { SessionOptions } from './session.ts'
import { type ConnectionOptions, createTransport } from './transport.ts'
import { uploadsOver } from './uploads.ts'

/**
 * `token` is the `idToken` of a sign-in. With its `refreshToken` the client mints the next token by itself
 * when one expires, and tells `onTokens`, so that you can keep them; the one it used is then spent.
 */
export type ClientOptions = ConnectionOptions & SessionOptions

/**
 * The typed client of a Portico service.
 *
 * @example
 * ```ts
 * import { PorticoClient, signIn } from '@portico/sdk'
 *
 * const { idToken, refreshToken } = await signIn({ baseUrl, username, password })
 * const portico = new PorticoClient({ baseUrl, token: idToken, refreshToken })
 * console.log(await portico.appeals.list())
 * ```
 */
export class PorticoClient implements Portico {
  readonly appeals: Portico['appeals']
  readonly documents: Portico['documents']
  readonly search: Portico['search']
  readonly tags: Portico['tags']
  readonly annotations: Portico['annotations']
  readonly readState: Portico['readState']
  readonly cases: Portico['cases']
  readonly intake: Portico['intake']
  readonly uploads: Portico['uploads']
  readonly events: Portico['events']
  readonly imports: Portico['imports']
  readonly signOut: Portico['signOut']

  constructor(options: ClientOptions) {
    const transport = createTransport(options, options)
    this.appeals = appealsOver(transport)
    this.documents = documentsOver(transport)
    this.search = searchOver(transport)
    this.tags = tagsOver(transport)
    this.annotations = annotationsOver(transport)
    this.readState = readStateOver(transport)
    this.cases = casesOver(transport)
    this.intake = intakeOver(transport)
    this.uploads = uploadsOver(transport)
    this.events = eventsOver(transport)
    this.imports = importsOver(transport)
    this.signOut = async (options) => {
      await transport.nothing({ method: 'POST', path: '/auth/sign-out', options })
      transport.endSession()
    }
  }
}
