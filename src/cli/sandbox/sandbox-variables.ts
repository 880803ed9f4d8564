import { SANDBOX_PROFILE } from '../profiles/profile.ts';

export interface SandboxInUse {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly webhookSecret: string;
  readonly dataDir: string;
  /** The settings folder with the sandbox's profile. */
  readonly configDir: string;
}

export const sandboxVariables = (sandbox: SandboxInUse): Record<string, string> => ({
  ESIGN_BASE_URL: sandbox.baseUrl,
  ESIGN_API_KEY: sandbox.apiKey,
  ESIGN_WEBHOOK_SECRET: sandbox.webhookSecret,
  ESIGN_PROFILE: SANDBOX_PROFILE,
  ESIGN_CONFIG_DIR: sandbox.configDir,
  ESIGN_SANDBOX_DIR: sandbox.dataDir,
});
