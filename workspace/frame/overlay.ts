/** Opens over a screen. */
export type Overlay = 'jump' | 'shortcuts' | 'password' | 'passkeys'
