<?php
// Receives webhooks with nothing but PHP: WEBHOOK_SECRET=whsec_… php -S 127.0.0.1:4000 php.php
declare(strict_types=1);

const FIVE_MINUTES = 300;

/** Whether the service signed exactly these bytes, at most five minutes from now. */
function verify(string $secret, string $timestamp, string $signature, string $rawBody, int $now): bool
{
    if (preg_match('/\A[0-9]{1,15}\z/', $timestamp) !== 1 || abs($now - (int) $timestamp) > FIVE_MINUTES) {
        return false;
    }
    $expected = 'sha256=' . hash_hmac('sha256', "$timestamp.$rawBody", $secret);
    // === stops at the first difference, so its timing would reveal how much of a guess is correct.
    return hash_equals($expected, $signature);
}

function receive(): void
{
    // The raw bytes: JSON that is parsed and serialised again has a different signature.
    $rawBody = (string) file_get_contents('php://input');
    $timestamp = $_SERVER['HTTP_X_WEBHOOK_TIMESTAMP'] ?? '';
    $signature = $_SERVER['HTTP_X_WEBHOOK_SIGNATURE'] ?? '';
    if (!verify((string) getenv('WEBHOOK_SECRET'), $timestamp, $signature, $rawBody, time())) {
        http_response_code(401);
        return;
    }
    // Parse the body only after it is verified.
    $event = json_decode($rawBody, true, flags: JSON_THROW_ON_ERROR);
    error_log($event['event'] . ' ' . json_encode($event['data']));
    http_response_code(204);
}

if (PHP_SAPI !== 'cli') {
    receive();
}
