import type { Permissions } from '../../auth/can.ts'
import type { Blobs } from '../../files/blobs.ts'
import type { Typesetting } from '../../files/decision/typesetting.ts'
import type { PdfWorkers } from '../../files/pdf/pdf-workers.ts'
import type { Desk } from '../desk.ts'
import { laterSubject } from '../later.ts'
import type { Letters } from '../letters/letters.ts'
import type { Mail } from './mail.ts'

export type MailSubjects = {
  mail: Mail
  letters: Letters
}

export type MailOptions = {
  permissions: Permissions
  blobs: Blobs
  pdf: PdfWorkers
  scratchPath: () => string
  typesetting: Pick<Typesetting, 'typesetLetter'>
  /** What every letter says at its foot, such as that nothing in it is real. */
  notice?: string | undefined
  /** Whether notifications go out by email. */
  sendsEmail: boolean
}

/** Mail that arrives, and letters that go out. */
export function openMailSubjects(desk: Desk, options: MailOptions): MailSubjects {
  return {
    mail: laterSubject(async () => {
      const { openMail } = await import('./mail.ts')
      return openMail({ ...options, ...desk })
    }),
    letters: laterSubject(async () => {
      const { openLetters } = await import('../letters/letters.ts')
      return openLetters({ ...options, ...desk })
    }),
  }
}
