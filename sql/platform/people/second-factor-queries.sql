-- Written by "npm run sql" from src/platform/people/second-factor-queries.ts.

-- lockSecondFactor: recoveryHashes, secondFactorAt, totpSecret, totpStep
select totp_secret as "totpSecret", second_factor_at as "secondFactorAt", totp_step as "totpStep",
  recovery_hashes as "recoveryHashes"
from platform.people where organization_id = $1 and id = $2 for update;

-- saveSecret
update platform.people set totp_secret = $1, totp_step = 0
where organization_id = $2 and id = $3 and second_factor_at is null;

-- saveConfirmed
update platform.people set totp_secret = $1, second_factor_at = $2, totp_step = $3,
  recovery_hashes = $4::bytea[]
where organization_id = $5 and id = $6;

-- saveStep
update platform.people set totp_step = $1 where organization_id = $2 and id = $3;

-- removeRecoveryHash
update platform.people set recovery_hashes = array_remove(recovery_hashes, $1::bytea)
where organization_id = $2 and id = $3;

-- deleteSecondFactor
update platform.people set totp_secret = null, second_factor_at = null, totp_step = 0, recovery_hashes = '{}'
where organization_id = $1 and id = $2;
