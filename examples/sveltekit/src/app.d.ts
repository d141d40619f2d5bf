import type { Account } from 'auth-widget/server';

declare global {
  namespace App {
    interface Locals {
      person: Account | undefined;
    }
  }
}
