/** What can open over a screen. */
export type Overlay = 'jump' | 'shortcuts' | 'password' | 'passkeys'
