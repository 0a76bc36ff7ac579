import type { Letterhead } from '@portico/contract/profile/correspondence'

export const letterhead: Letterhead = {
  name: "Veterans' benefits appeals",
  lines: ['Office of the Clerk', '400 Capitol Street, Springfield'],
  footer: 'Please give the docket number whenever you write to us.',
}
